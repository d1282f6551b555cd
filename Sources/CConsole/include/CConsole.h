// The files of the operators' console, which are in the binary. They are text.
#pragma once

#pragma clang assume_nonnull begin

struct console_file {
    const char *name, *text;
};

// In the order of their names; the name of the last one is empty, and it is none.
const struct console_file *console_files(void);

#pragma clang assume_nonnull end
