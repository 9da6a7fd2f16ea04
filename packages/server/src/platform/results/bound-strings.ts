/** Collects the strings of a statement as bound parameters, so that none of them is written into the SQL. */
export class BoundStrings {
  readonly values: string[] = []

  /** Returns the placeholder of the string. */
  bind(text: string): string {
    const known = this.values.indexOf(text)
    const index = known >= 0 ? known : this.values.push(text) - 1
    // $1 is the path of the file.
    return `$${index + 2}`
  }
}
