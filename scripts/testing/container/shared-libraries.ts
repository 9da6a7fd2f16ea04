import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The libraries of the system that the base image `cc-debian12` has: those of C and C++. */
const IN_BASE_IMAGE = new Set([
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'librt.so.1',
  'libstdc++.so.6',
  'ld-linux-x86-64.so.2',
  'ld-linux-aarch64.so.1',
])

/**
 * Copies the libraries of the system that the binaries of an image need from this machine, as far as the base image has them, so
 * that a binary which needs any other does not start.
 * @param root the file system of the image
 */
export function copySharedLibraries(root: string): void {
  const binaries = globSync(['usr/local/bin/*', '**/*.{node,so}'], { cwd: root }).map((path) => join(root, path))
  for (const path of new Set(binaries.flatMap(librariesOf))) {
    if (!IN_BASE_IMAGE.has(basename(path))) continue
    mkdirSync(join(root, dirname(path)), { recursive: true })
    copyFileSync(realpathSync(path), join(root, path))
  }
}

/** The paths of the libraries that a binary loads; none if it is for another system. */
function librariesOf(binary: string): string[] {
  try {
    const lines = execFileSync('ldd', [binary], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
    return lines.map((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? '').filter((path) => !path.startsWith(dirname(binary)) && path)
  } catch {
    return []
  }
}
