import Glibc

/// `scripts/test --long` has the time.
let isLongRun = getenv("MARTLET_LONG") != nil
