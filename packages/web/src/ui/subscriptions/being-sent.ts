/**
 * Whether a report is due and was not sent yet.
 * @param subscription.next_at when it is due, as ISO text
 */
export const isBeingSent = ({ next_at }: { next_at: string }, now: Date): boolean =>
  new Date(next_at).getTime() <= now.getTime()
