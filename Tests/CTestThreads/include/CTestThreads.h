// threads.c has no functions for others: it changes on which threads the tests run.
#pragma once
