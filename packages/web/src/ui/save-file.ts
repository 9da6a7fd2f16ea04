import { fileStem } from '@sightline/domain/file-stem.ts'

/**
 * Saves a blob as a file in the browser.
 * @param name of what it shows
 * @param type file extension, such as `png`
 */
export function saveFile(content: Blob, name: string, type: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = `${fileStem(name) || 'Sightline'}.${type}`
  link.click()
  URL.revokeObjectURL(url)
}
