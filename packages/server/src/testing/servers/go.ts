import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { cached, program } from './cache.ts'

/** A program in a Go module. */
interface GoProgram {
  module: string
  /** With its `v`. */
  version: string
  /** Folder of the program in the module, such as `cmd/server`. */
  main: string
  /** Files to write into the sources before the build, such as one that its own build makes, or a program that uses the module. */
  files?: Record<string, string>
  /** Build tags. */
  tags?: string[]
  /** Builds what the program links with into a folder that is removed afterwards, and returns environment variables for Go. */
  library?(folder: string): Promise<Record<string, string>>
}

const Download = z.object({ Dir: z.string() })

const go = (args: string[], cwd: string, env: Record<string, string> = {}) => program('go', args, { cwd, env, name: 'Go' })

/**
 * Downloads the sources of a module, which Go compares with the checksum database of all modules.
 * @param cwd any folder outside of a module
 * @returns their folder, which is read-only
 */
export async function goSources(module: string, version: string, cwd: string): Promise<string> {
  return Download.parse(JSON.parse(await go(['mod', 'download', '-json', `${module}@${version}`], cwd))).Dir
}

/** Builds a program from the sources of its module. @returns the path of the program */
export async function goProgram({ module, version, main, files = {}, tags = [], library }: GoProgram): Promise<string> {
  const name = main.slice(main.lastIndexOf('/') + 1)
  const folder = await cached([`${name}-${version}`, ...Object.values(files)], async (target) => {
    const sources = join(target, 'sources')
    await cp(await goSources(module, version, target), sources, { recursive: true })
    await program('chmod', ['-R', 'u+w', sources])
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(sources, path)), { recursive: true })
      await writeFile(join(sources, path), content)
    }
    const linked = join(target, 'linked')
    await mkdir(linked)
    const env = await library?.(linked)
    await go(['build', '-tags', tags.join(), '-o', join(target, name), `./${main}`], sources, env)
    await rm(linked, { recursive: true })
  })
  return join(folder, name)
}
