// The files of the operators' console, which are in the binary. They are text.
#pragma once

#pragma clang assume_nonnull begin

struct console_file {
    const char *name, *text;
};

// In the order of their names. An entry with an empty name ends the list.
const struct console_file *console_files(void);

#pragma clang assume_nonnull end
