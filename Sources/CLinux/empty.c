// CLinux is headers only; SwiftPM wants one source file.
