/** Gives each text that a statement needs its place among the bound parameters, so that none is ever written into SQL. */
export class BoundStrings {
  readonly values: string[] = []

  /** The placeholder that stands for the text. */
  bind(text: string): string {
    const known = this.values.indexOf(text)
    const index = known >= 0 ? known : this.values.push(text) - 1
    // $1 is the path of the file.
    return `$${index + 2}`
  }
}
