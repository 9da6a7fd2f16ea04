/** Later ones carry the names of earlier ones, so the first that is found counts. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+\.\d+)/],
  ['Opera', /\bOPR\/(\d+\.\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+\.\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+\.\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+\.\d+)/],
  ['Safari', /\bVersion\/(\d+\.\d+).*Safari/],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iOS', /\b(?:iPhone OS|CPU OS) (\d+[._]\d+)/],
  ['Android', /\bAndroid (\d+(?:\.\d+)?)/],
  ['Mac OS X', /\bMac OS X (\d+[._]\d+)/],
  ['Windows', /\bWindows NT (\d+\.\d+)/],
  ['Chrome OS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * What a browser says of itself, in short: `PC / Mac OS X 10.15 / Chrome 120.0`. What is not known is `Other`.
 * @param userAgent as it was sent; '' when there was none
 */
export function browserText(userAgent: string): string {
  const device = /\b(?:iPhone|iPad|Android)\b/.test(userAgent) ? deviceOf(userAgent) : 'PC'
  return [device, firstOf(systems, userAgent), firstOf(browsers, userAgent)].join(' / ')
}

const deviceOf = (userAgent: string) => /\b(?:iPhone|iPad)\b/.exec(userAgent)?.[0] ?? 'Android'

function firstOf(known: typeof browsers, userAgent: string): string {
  for (const [name, pattern] of known) {
    const found = pattern.exec(userAgent)
    if (found) return found[1] === undefined ? name : `${name} ${found[1].replace('_', '.')}`
  }
  return 'Other'
}
