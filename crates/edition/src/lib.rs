//! From a folder of rule files to one checked edition.
