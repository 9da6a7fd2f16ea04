/**
 * Sends requests that are made close together, as by the widgets of a dashboard, in one call.
 * @param load returns the replies in the order of the requests; undefined for none
 * @param options `max`: requests in one call; `soon` schedules the call, once per batch
 * @returns sends one request with the others; rejects if the call fails
 */
export function batched<Request, Reply>(
  load: (requests: Request[]) => Promise<readonly (Reply | undefined)[]>,
  { max, soon }: { max: number; soon(send: () => void): void },
): (request: Request) => Promise<Reply | undefined> {
  const waiting: { request: Request; settle: PromiseWithResolvers<Reply | undefined> }[] = []

  async function send(): Promise<void> {
    const batch = waiting.splice(0, max)
    if (waiting.length > 0) soon(() => void send())
    try {
      const replies = await load(batch.map(({ request }) => request))
      for (const [index, { settle }] of batch.entries()) settle.resolve(replies[index])
    } catch (error) {
      for (const { settle } of batch) settle.reject(error)
    }
  }

  return (request) => {
    const settle = Promise.withResolvers<Reply | undefined>()
    if (waiting.length === 0) soon(() => void send())
    waiting.push({ request, settle })
    return settle.promise
  }
}
