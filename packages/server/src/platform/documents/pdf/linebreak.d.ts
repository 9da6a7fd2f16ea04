/** The part of https://github.com/foliojs/linebreak that is used; the package has no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next place at which a line may end, or has to; null at the end of the text. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
