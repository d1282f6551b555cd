import { createServer } from "node:http";

/**
 * The wire of uploads, as a test scripts it: what has arrived of each medium, and what goes wrong. The operations are answers
 * of a `ScriptedGateway`.
 */
export class UploadServer {
    /** What has arrived, by ids. @type {Map<string, Buffer>} */
    bytes = new Map();
    /** What was prepared, by ids. */
    prepared = new Map();
    /** What was completed, by ids. */
    completed = new Map();
    /** All requests, as `METHOD /path`. */
    requests = [];
    /** Called with each request before it is answered; true: it has done so itself. */
    meddle = () => false;
    plan = (id) => ({ kind: "offsets", url: `/v1/media/${id}?t=1`, pieceBytes: 1000 });
    #ids = new Map();

    static async start() {
        const server = new UploadServer();
        server.http = createServer((request, response) => server.#serve(request, response));
        await new Promise((resolve) => server.http.listen(0, "127.0.0.1", resolve));
        server.url = `http://127.0.0.1:${server.http.address().port}`;
        return server;
    }

    async stop() {
        this.http.closeAllConnections();
        await new Promise((resolve) => this.http.close(resolve));
    }

    /** Of `media.…`, for a scripted gateway. */
    get answers() {
        return {
            // A repeat with the same key has the same answer.
            "media.prepare": (data, _, { key }) => {
                const id = data.mediaID ?? this.#ids.get(key) ?? `m${this.#ids.size + 1}`;
                if (!data.mediaID) this.#ids.set(key, id);
                if (!data.mediaID) this.prepared.set(id, data);
                return { mediaID: id, state: "uploading", upload: { until: 9e12, ...this.plan(id) } };
            },
            "media.complete": (data) => {
                const { type, size } = this.prepared.get(data.mediaID);
                this.completed.set(data.mediaID, data);
                return { state: "ready", type, size };
            },
        };
    }

    async #serve(request, response) {
        const { method, url, headers } = request;
        const [, id] = /^\/v1\/media\/(\w+)/.exec(url);
        this.requests.push(`${method} ${url}`);
        const had = this.bytes.get(id) ?? Buffer.alloc(0);
        if (this.meddle({ method, url, request, response, id, had })) return;
        if (method === "HEAD") return response.writeHead(200, { "Upload-Offset": had.length }).end();
        const offset = method === "PATCH" ? Number(headers["upload-offset"]) : 0;
        if (offset !== had.length && method === "PATCH") return response.writeHead(409, { "Upload-Offset": had.length }).end();
        const chunks = [];
        // A body that ends early is kept as far as it came.
        request.on("data", (chunk) => chunks.push(chunk));
        const keep = () => this.bytes.set(id, Buffer.concat([had.subarray(0, offset), ...chunks]));
        request.on("aborted", keep);
        request.on("end", () => {
            keep();
            response.writeHead(204).end();
        });
    }
}
