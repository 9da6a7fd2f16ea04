import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const forms = [
  { ending: 'br', compress: promisify(brotliCompress) },
  { ending: 'gz', compress: promisify(gzip) },
]

/** Pictures and fonts are compressed already, and small files fit into one packet anyway. */
const TEXTS = /\.(js|css|svg|json|html|txt)$/
const MIN_BYTES = 1024

/** Puts the compressed forms of each file beside it when the app is built, so that the server sends them without any work. */
export const compressedFiles: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = (await readdir(dir, { recursive: true })).filter((file) => TEXTS.test(file) && file !== 'index.html')
    await Promise.all(files.map((file) => compressed(join(dir, file))))
  },
}

async function compressed(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  await Promise.all(forms.map(async ({ ending, compress }) => writeFile(`${path}.${ending}`, await compress(bytes))))
}
