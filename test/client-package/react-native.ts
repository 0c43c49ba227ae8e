import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type ResolutionContext, resolve } from 'metro-resolver';

/**
 * Finds the client as React Native's bundler does, for `import` and `require` on both systems. Before React Native 0.79 it did not
 * read `exports` of packages. Throws if it is not found, or if it is not the file that everybody gets.
 */
export function resolveInReactNative(project: string): void {
  for (const readsExports of [true, false]) {
    for (const isESMImport of [true, false]) {
      for (const platform of ['ios', 'android']) {
        const warnings: string[] = [];
        const context = contextOf(project, { readsExports, isESMImport, warnings });
        const found = resolve(context, '@guard/client', platform);
        const file = found.type === 'sourceFile' ? found.filePath : found.type;
        if (!file.endsWith(join('dist', 'index.js')) || !existsSync(file) || warnings.length > 0)
          throw new Error(`React Native finds ${file}, and warns: ${warnings.join(', ')}`);
      }
    }
  }
}

interface Rules {
  readonly readsExports: boolean;
  readonly isESMImport: boolean;
  readonly warnings: string[];
}

/** The rules of `@react-native/metro-config`, on the file system. */
function contextOf(project: string, { readsExports, isESMImport, warnings }: Rules): ResolutionContext {
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const getPackage = (path: string) => (isFile(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);
  return {
    allowHaste: false,
    assetExts: new Set(['png']),
    customResolverOptions: {},
    dev: false,
    disableHierarchicalLookup: false,
    doesFileExist: isFile,
    extraNodeModules: null,
    fileSystemLookup(path) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (!found) return { exists: false };
      return { exists: true, type: found.isFile() ? 'f' : 'd', realPath: realpathSync(path) };
    },
    getPackage,
    getPackageForModule(path) {
      for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
        const packageJson = getPackage(join(folder, 'package.json'));
        if (packageJson)
          return { packageJson, rootPath: folder, packageRelativePath: relative(folder, path) };
      }
      return null;
    },
    isESMImport,
    mainFields: ['react-native', 'browser', 'main'],
    nodeModulesPaths: [],
    originModulePath: join(project, 'index.js'),
    preferNativePlatform: true,
    redirectModulePath: (path) => path,
    resolveAsset: () => null,
    resolveHasteModule: () => null,
    resolveHastePackage: () => null,
    sourceExts: ['js', 'jsx', 'json', 'ts', 'tsx'],
    unstable_conditionNames: ['react-native'],
    unstable_conditionsByPlatform: { web: ['browser'] },
    unstable_enablePackageExports: readsExports,
    unstable_incrementalResolution: false,
    unstable_logWarning: (message) => warnings.push(message),
  };
}
