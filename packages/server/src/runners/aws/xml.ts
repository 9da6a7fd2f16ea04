const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of the first element with a name; these responses do not nest elements of the same name. */
export function elementText(xml: string, element: string): string | null {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return (
    text?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[name] ?? whole
      return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
    }) ?? null
  )
}
