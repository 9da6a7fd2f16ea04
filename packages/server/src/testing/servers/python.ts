import { join } from 'node:path'
import { cached, program } from './cache.ts'

/**
 * Installs packages of PyPI into a folder of their own. pip compares each file with the checksum of the index.
 * @param requirements such as `moto[server]==5.1.0`, the first one names the folder
 * @returns the environment in which `python3 -m` finds the packages
 */
export async function pythonPackages(first: string, ...others: string[]): Promise<{ PYTHONPATH: string }> {
  const name = first.replace(/\[.*\]/, '').replace('==', '-')
  const folder = await cached([name, ...others], async (target) => {
    const args = ['-m', 'pip', 'install', '--quiet', '--target', join(target, 'packages'), first, ...others]
    await program('python3', args, { name: 'Python 3' })
  })
  return { PYTHONPATH: join(folder, 'packages') }
}
