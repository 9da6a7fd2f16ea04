import { secret } from '../../platform/type-options.ts'

/** A secret among the additional settings of a form that may be left empty: null then, as the wire has it. */
export const optionalSecret = (title: string) =>
  secret(title).nullish().meta({ type: 'string', anyOf: undefined, title, secret: true, extra: true, default: null })
