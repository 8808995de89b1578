// biome-ignore-all lint/performance/noBarrelFile: the one place that selects the code under test: the sources or a package.
// biome-ignore-all lint/performance/noReExportAll: all exports are checked.
export * from '../src/index.ts';
