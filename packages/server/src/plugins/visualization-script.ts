import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { VisualizationType } from '@sightline/contract/plug-in.ts'

/** A type of visualization with the text of its script. */
export interface LoadedVisualization extends VisualizationType {
  code: string
  /** The first characters of the SHA-256 of the code, part of its URL. */
  hash: string
}

const MAX_BYTES = 2 * 1024 * 1024
const HASH_CHARACTERS = 16

/**
 * Reads the script of a visualization, once: what is served later has the hash that pages were given.
 * @param folder of the plug-in, with links resolved
 * @throws Error if the file cannot be read, is too large, or is outside of the folder
 */
export async function withScript(type: VisualizationType, folder: string): Promise<LoadedVisualization> {
  const { script } = type
  const file = await realpath(join(folder, script)).catch((cause: unknown) => {
    throw new Error(`the script ${script} of ${type.type} cannot be read`, { cause })
  })
  const inFolder = relative(folder, file)
  if (isAbsolute(inFolder) || inFolder.startsWith('..'))
    throw new Error(`the script ${script} of ${type.type} is outside of the folder of the plug-in`)
  const bytes = await readFile(file)
  if (bytes.length > MAX_BYTES) throw new Error(`the script ${script} of ${type.type} has more than 2 MB`)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_CHARACTERS)
  return { ...type, code: bytes.toString('utf8'), hash }
}
