/** The option of a dashboard that lets visitors of its public URL see the rows behind marks. */
const OPTION = 'visitorsSeeRows'

type Options = Readonly<Record<string, unknown>>

/** Whether visitors of the public URL may see the rows behind marks: not unless it was chosen when the dashboard was shared. */
export const visitorsSeeRows = (options: Options): boolean => options[OPTION] === true

/** The options with this choice. */
export function withVisitorRows(options: Options, seesRows: boolean): Record<string, unknown> {
  const { [OPTION]: _, ...others } = options
  return seesRows ? { ...others, [OPTION]: true } : others
}
