// liblz4.
#pragma once
#include <lz4.h>
