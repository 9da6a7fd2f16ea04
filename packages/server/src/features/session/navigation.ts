type Headers = Record<string, string | string[] | undefined>

/**
 * Whether a GET that changes something is what its caller wants: a page that the user goes to from here or by hand, and not a
 * picture or a frame in some page, nor a link of another site. Browsers tell by `Sec-Fetch-*` where they speak TLS
 * (https://www.w3.org/TR/fetch-metadata/), and otherwise by asking for pictures. Programs send neither, and are taken at their word.
 */
export function isSameSiteNavigation(headers: Headers): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, accept } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (destination !== undefined && destination !== 'document') return false
  const types = String(accept ?? '')
    .split(',')
    .map((type) => type.trim())
  return types.some((type) => type.startsWith('text/html')) || !types.some((type) => /^(image|video|audio)\//.test(type))
}
