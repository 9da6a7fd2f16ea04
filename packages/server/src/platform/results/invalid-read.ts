import { i18n } from '@sightline/domain/language/i18n.ts'
import { AppError } from '../http/errors.ts'

/** The error of a request that cannot be read from a result. @param reason one sentence, in the language of the reader */
export const invalid = (reason: string) => new AppError('invalid_input', { reason })

/** A request names a column that the result does not have. @param index from 0 @param columns how many there are */
export const noColumn = (index: number, columns: number) =>
  invalid(i18n._('Column {index} does not exist; the result has {columns}.', { index, columns }))
