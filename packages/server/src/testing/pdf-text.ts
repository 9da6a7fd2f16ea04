import { getDocumentProxy } from 'unpdf'

/** The content of a PDF as its reader finds it. */
export interface ReadPdf {
  /** The text of each page, in the order in which it was drawn. */
  pages: string[]
  /** The left edges of the texts, points. */
  lefts: ReadonlyMap<string, number>
  /** Bookmarks, `> ` before those inside another one. */
  bookmarks: string[]
  links: string[]
  /** Width and height of the first page, points. */
  size: { width: number; height: number }
  title: unknown
}

interface Bookmark {
  title: string
  items: Bookmark[]
}

/** Reads the texts, bookmarks and links of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  const links: string[] = []
  const lefts = new Map<string, number>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) lefts.set(item.str, Number(item.transform[4]))
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    for (const { url } of await page.getAnnotations()) if (url !== undefined) links.push(String(url))
  }
  const listed = (bookmarks: readonly Bookmark[], before: string): string[] =>
    bookmarks.flatMap(({ title, items }) => [before + title, ...listed(items, `${before}> `)])
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  const { info } = await document.getMetadata()
  const title = 'Title' in info ? info.Title : null
  return { pages, lefts, bookmarks: listed((await document.getOutline()) ?? [], ''), links, size: { width, height }, title }
}
