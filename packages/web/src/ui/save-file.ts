/** Saves a blob as a file in the browser. Characters that file names cannot contain become spaces. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName.replace(/[\\/:*?"<>|]/g, ' ')
  link.click()
  URL.revokeObjectURL(url)
}
