import { openShutIn } from './engine.ts'

/**
 * Names of tables that a text may read, as they are written there: what the engine finds in it, or, where it finds nothing because the
 * text is several statements, a PIVOT or no SQL at all, whatever could be a name.
 */
export async function tableNamesIn(text: string): Promise<string[]> {
  const engine = await openShutIn([], null)
  try {
    const found = engine.connection.getTableNames(text, false)
    return found.length > 0 ? [...found] : possibleNames(text)
  } finally {
    engine.close()
  }
}

/** Quoted in either way, or a word. */
const NAMES = /"((?:[^"]|"")+)"|'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_$]*)/gu

function possibleNames(text: string): string[] {
  return [...text.matchAll(NAMES)].map(([, quoted, literal, word]) =>
    quoted !== undefined ? quoted.replaceAll('""', '"') : literal !== undefined ? literal.replaceAll("''", "'") : (word ?? ''),
  )
}
