import Glibc

/// `scripts/test --long` has the time.
package let isLongRun = getenv("MARTLET_LONG") != nil
