import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** The folder with the servers that `npm run test:servers` has fetched. They stay there, outside the repository. */
export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sightline', 'test-servers')

/**
 * Returns a folder of the cache. It is filled the first time; a failed attempt leaves nothing.
 * @param parts all that the folder is made of, in exact versions; the first one names it
 * @param fill gets a new folder, which may still be renamed
 */
export async function cached(
  [first, ...others]: [string, ...string[]],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  // Another version of any part needs a folder of its own.
  const name = others.length === 0 ? first : `${first}-${sha256Of(others.join('\n')).slice(0, 8)}`
  const folder = join(cacheFolder(), name)
  if (existsSync(folder)) return folder
  await mkdir(cacheFolder(), { recursive: true })
  const attempt = await mkdtemp(`${folder}-`)
  try {
    await fill(attempt)
    await rename(attempt, folder)
  } catch (error) {
    await rm(attempt, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** In hex. */
const sha256Of = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')

const run = promisify(execFile)

/**
 * Runs a program to its end.
 * @returns what it printed
 * @throws Error with a sentence if it is not installed, else with what it printed
 */
export async function program(
  command: string,
  args: string[],
  { cwd, env = {}, name = command }: { cwd?: string; env?: Record<string, string>; name?: string } = {},
): Promise<string> {
  try {
    const { stdout } = await run(command, args, {
      ...(cwd ? { cwd } : {}),
      env: { ...process.env, ...env },
      maxBuffer: 2 ** 26,
    })
    return stdout
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: string; stdout?: string; stderr?: string }
    if (code === 'ENOENT') throw new Error(`${name} is not installed here.`, { cause: error })
    throw new Error(`${basename(command)} ${args.join(' ')}\n${stdout}${stderr}`.trimEnd(), { cause: error })
  }
}

/** Compares a file with its SHA-256 in hex. @throws Error with a sentence if it differs */
export async function mustHaveChecksum(path: string, sha256: string): Promise<void> {
  const found = sha256Of(await readFile(path))
  if (found !== sha256) throw new Error(`${basename(path)} has the SHA-256 ${found} instead of ${sha256}.`)
}
