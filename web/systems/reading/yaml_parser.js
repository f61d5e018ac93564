// What is used of the package yaml: the build joins this script with it, and it is loaded when a text is YAML.
export { LineCounter, isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
