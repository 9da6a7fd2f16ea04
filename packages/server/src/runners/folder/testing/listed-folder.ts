import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { never } from '../../../testing/never.ts'
import { type ReadValue, rowsOf } from '../../../testing/rows-of.ts'
import { failureOf } from '../../conformance/runs.ts'
import folder from '../index.ts'

/** A source on a folder that is empty before each test, within one that is removed after the last. */
export function useListedFolder() {
  const scene = { world: '', root: '' }
  beforeAll(() => {
    scene.world = mkdtempSync(join(tmpdir(), 'sightline-folder-test-'))
  })
  afterAll(() => rmSync(scene.world, { recursive: true, force: true }))
  beforeEach(() => {
    scene.root = mkdtempSync(join(scene.world, 'listed-'))
  })
  const context = (path = scene.root, sourceFolders = [scene.root]) => ({
    config: folder.config.parse({ path }),
    signal: never,
    sourceFolders,
    tempDir: mkdtempSync(join(scene.world, 'run-')),
  })
  const run = (text: string, changes = {}) => folder.run(text, { ...context(), ...changes })
  const tables = async () => (await folder.getSchema?.(context())) ?? []
  return {
    /** `root` is the folder of the source, within `world`. */
    scene,
    context,
    run,
    tables,
    /** Writes a file into the folder. */
    put(path: string, content: string | Uint8Array): void {
      mkdirSync(dirname(join(scene.root, path)), { recursive: true })
      writeFileSync(join(scene.root, path), content)
    },
    ask: async (text: string): Promise<ReadValue[][]> => rowsOf(await run(text)),
    refusal: async (text: string, changes = {}) => (await failureOf(run(text, changes).then(rowsOf))).message,
    columnsOf: async (name: string) =>
      (await tables()).find((table) => table.name === name)?.columns.map((column) => `${column.name} ${column.type}`),
  }
}
