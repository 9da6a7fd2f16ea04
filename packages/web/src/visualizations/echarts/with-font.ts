/**
 * Waits for the font of the charts along with their code. Canvas text is measured once, so the font must be loaded before the first
 * drawing. If it fails to load, a fallback font is used.
 */
export async function withFont<T>(code: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([code, document.fonts.load('11px "Inter Variable"').catch(() => [])])
  return loaded
}
