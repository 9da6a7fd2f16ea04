import { PlainOptions } from '../EditorFields.tsx'
import { EXPLANATION } from './prepare.ts'

/** A sunburst has no options. */
export const Editor = () => <PlainOptions>{EXPLANATION} Steps are taken in the order of their column names.</PlainOptions>
