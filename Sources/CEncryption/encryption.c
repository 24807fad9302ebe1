// All other functions are implemented by the Swift module SwiftDataEncryption.
#define _DEFAULT_SOURCE
#include "encryption.h"
#include <string.h>

void cencryption_overwrite(uint8_t *bytes, size_t count) { explicit_bzero(bytes, count); }
