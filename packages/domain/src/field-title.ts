/** What a field is called that has no title of its own: `connection_string` reads "Connection String". */
export function fieldTitle(name: string): string {
  return name.replace(/[_-]+/g, ' ').replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())
}
