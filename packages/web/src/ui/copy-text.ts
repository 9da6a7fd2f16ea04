/** How long a copy button tells what happened. */
export const COPY_FEEDBACK_MS = 2000

/** Puts a text on the clipboard. Browsers refuse without a gesture, a permission or a secure address. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}
