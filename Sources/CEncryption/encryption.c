// The functions are implemented by the Swift module SwiftDataEncryption.
#include "encryption.h"
