import { PlainOptions } from '../EditorFields.tsx'
import { EXPLANATION } from './prepare.ts'

export const Editor = () => (
  <PlainOptions>{EXPLANATION} Steps are taken in the order of their column names; an empty step is an exit.</PlainOptions>
)
