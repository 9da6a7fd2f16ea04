import { createServer } from 'node:http'

/** A page of another site that shows URLs in iframes. */
export interface OtherSite {
  url: string
  stop(): Promise<void>
}

/** Serves a page with one iframe per URL, on a different host name and port from Sightline. */
export async function startOtherSite(...addresses: string[]): Promise<OtherSite> {
  const frames = addresses.map(
    (address) => `<iframe src="${address.replaceAll('&', '&amp;')}" width="720" height="391"></iframe>`,
  )
  const server = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>Another site</title><h1>News</h1>${frames.join('')}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The other site has no port.')
  return {
    // Browsers treat `localhost` and `127.0.0.1` as different sites.
    url: `http://localhost:${address.port}/`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
