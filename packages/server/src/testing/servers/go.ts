import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { cached, program } from './cache.ts'

/** A program in a Go module. */
interface GoProgram {
  module: string
  /** With its `v`. */
  version: string
  /** Folder of the program in the module, such as `cmd/server`. */
  main: string
  /** Files to write into the sources before the build, such as one that its own build makes. */
  files?: Record<string, string>
}

const Download = z.object({ Dir: z.string() })

/**
 * Builds a program from the sources of its module, which Go compares with the checksum database of all modules.
 * @returns the path of the program
 */
export async function goProgram({ module, version, main, files = {} }: GoProgram): Promise<string> {
  const name = main.slice(main.lastIndexOf('/') + 1)
  const folder = await cached([`${name}-${version}`, ...Object.values(files)], async (target) => {
    const go = (args: string[], cwd: string) => program('go', args, { cwd, name: 'Go' })
    const { Dir } = Download.parse(JSON.parse(await go(['mod', 'download', '-json', `${module}@${version}`], target)))
    const sources = join(target, 'sources')
    // Go keeps its copy read-only.
    await cp(Dir, sources, { recursive: true })
    await program('chmod', ['-R', 'u+w', sources])
    for (const [path, content] of Object.entries(files)) await writeFile(join(sources, path), content)
    await go(['build', '-o', join(target, name), `./${main}`], sources)
  })
  return join(folder, name)
}
