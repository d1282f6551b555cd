package im.martlet.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * WebSockets by RFC 6455, and uploads by HTTP/1.1, over the system's sockets. Of each WebSocket one thread reads, and
 * one writes.
 */
public final class WebSocketTransport implements Transport {
    /** Has a socket from before it connects on, to be able to close it. */
    interface Owner {
        /** Gives the socket back; fails if it is no longer wanted. */
        Socket raw(Socket socket) throws IOException;
    }

    interface Opener {
        Socket open(Owner owner) throws IOException;
    }

    /** For one address of a host. */
    private static final int CONNECT_MILLISECONDS = 7000;

    /** Null for the system's, which takes long to be made: that waits until there is a connection. */
    private final SSLSocketFactory factory;

    /** With the certificates that the system trusts. */
    public WebSocketTransport() {
        this(null);
    }

    /** @param factory for gateways with a certificate of their own */
    public WebSocketTransport(SSLSocketFactory factory) {
        this.factory = factory;
    }

    @Override
    public Connection connect(String url, Listener listener) {
        URI uri = URI.create(url);
        boolean isSecure = isSecure(uri, "ws");
        WebSocket socket = new WebSocket(uri, listener);
        socket.start(opened -> open(opened, uri, isSecure));
        return socket;
    }

    @Override
    public Transfer.Answer send(Transfer transfer) throws IOException {
        URI uri = URI.create(transfer.url);
        boolean isSecure = isSecure(uri, "http");
        return HttpExchange.run(uri, transfer, exchange -> open(exchange, uri, isSecure));
    }

    /** Whether it is TLS by its scheme, which is `plain`, or `plain` with an s. */
    private static boolean isSecure(URI uri, String plain) {
        boolean isSecure = (plain + "s").equals(uri.getScheme());
        if (!isSecure && !plain.equals(uri.getScheme())) {
            throw new IllegalArgumentException(uri + " is neither " + plain + ":// nor " + plain + "s://");
        }
        if (uri.getHost() == null) throw new IllegalArgumentException(uri + " has no host");
        return isSecure;
    }

    /** Connects a socket, which its owner may close meanwhile, and gives the one to talk by. */
    private Socket open(Owner owner, URI uri, boolean isSecure) throws IOException {
        String host = uri.getHost().replaceAll("^\\[|\\]$", "");
        int port = uri.getPort() >= 0 ? uri.getPort() : isSecure ? 443 : 80;
        IOException failure = new IOException(host + " has no address");
        for (InetAddress address : InetAddress.getAllByName(host)) {
            Socket raw = owner.raw(new Socket());
            try {
                raw.connect(new InetSocketAddress(address, port), CONNECT_MILLISECONDS);
                raw.setTcpNoDelay(true);
                return isSecure ? secured(raw, host, port) : raw;
            } catch (IOException error) {
                raw.close();
                failure = error;
            }
        }
        throw failure;
    }

    private Socket secured(Socket raw, String host, int port) throws IOException {
        SSLSocketFactory chosen = factory == null ? (SSLSocketFactory) SSLSocketFactory.getDefault() : factory;
        SSLSocket socket = (SSLSocket) chosen.createSocket(raw, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        // Without this no one checks that the certificate is the host's.
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        raw.setSoTimeout(CONNECT_MILLISECONDS);
        socket.startHandshake();
        raw.setSoTimeout(0);
        return socket;
    }
}
