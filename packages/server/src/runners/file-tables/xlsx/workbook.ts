import { posix } from 'node:path'
import { QueryError } from '../../runner.ts'
import { type Archive, isTrue, openArchive } from './archive.ts'
import { type DateFormat, dateFormat } from './dates.ts'
import { decodedText } from './decoded-text.ts'
import { defaultLayout, type SheetLayout, type SheetTable, type Workbook, writeSheet } from './sheet.ts'

interface SheetPart {
  name: string
  part: string
  isVisible: boolean
}

/** Limit of the shared strings, which are held in memory at several times their size. */
const MAX_TEXT_BYTES = 512 * 1024 ** 2

/**
 * Converts the sheets of a workbook that have rows to files that the engine can read. Sheets are streamed, so their size does
 * not matter. Hidden sheets are skipped unless there are no others.
 * @param tempDir folder for the files
 * @param choice the one sheet to convert, by name or zero-based index, and its layout
 */
export async function sheetsOf(path: string, tempDir: string, choice: SheetChoice | null = null): Promise<SheetTable[]> {
  const archive = await openArchive(path)
  try {
    const workbookPart = await targetOf(archive, '_rels/.rels', '/officeDocument')
    if (!workbookPart || !archive.has(workbookPart)) throw new QueryError('This is not an Excel workbook.')
    const { sheets, is1904 } = await sheetList(archive, workbookPart)
    const relations = relationsOf(workbookPart)
    const textsPart = await targetOf(archive, relations, '/sharedStrings', posix.dirname(workbookPart))
    const stylesPart = await targetOf(archive, relations, '/styles', posix.dirname(workbookPart))
    const workbook: Workbook = {
      texts: textsPart ? await sharedTexts(archive, textsPart) : [],
      dateFormats: stylesPart ? await dateStyles(archive, stylesPart) : [],
      is1904,
    }
    const tables: SheetTable[] = []
    for (const { name, part } of selectSheets(sheets, choice)) {
      const place = { name, tempDir, number: tables.length + 1 }
      const table = await writeSheet(archive, part, workbook, place, choice?.layout ?? defaultLayout)
      if (table) tables.push(table)
    }
    if (tables.length === 0) throw new QueryError('The workbook has no rows.')
    return tables
  } finally {
    archive.close()
  }
}

export interface SheetChoice {
  sheet: string | number
  /** Another name of a sheet, tried if no sheet has the wanted name. */
  alias?(name: string): string
  layout: SheetLayout
}

function selectSheets(sheets: readonly SheetPart[], choice: SheetChoice | null): readonly SheetPart[] {
  const visible = sheets.filter(({ isVisible }) => isVisible)
  if (!choice) return visible.length ? visible : sheets
  const found =
    sheets.find(({ name }, place) => name === choice.sheet || place === choice.sheet) ??
    sheets.find(({ name }) => choice.alias?.(name) === choice.sheet)
  if (found) return [found]
  const names = sheets.map(({ name }) => `"${name}"`).join(', ')
  throw new QueryError(`There is no sheet ${JSON.stringify(choice.sheet)} in the workbook. Its sheets are ${names}.`)
}

/** `xl/workbook.xml` keeps its relations in `xl/_rels/workbook.xml.rels`. */
const relationsOf = (part: string) => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

async function relations(
  archive: Archive,
  part: string,
  base: string,
): Promise<{ id: string; type: string; target: string }[]> {
  const found: { id: string; type: string; target: string }[] = []
  await archive.read(part, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attributes.get('Target') ?? ''
      found.push({
        id: attributes.get('Id') ?? '',
        type: attributes.get('Type') ?? '',
        target: target.startsWith('/') ? target : posix.join(base, target),
      })
    },
  })
  return found
}

/** The target of a part's relation of some type. Type URIs differ by namespace, but end in the same word. */
async function targetOf(archive: Archive, part: string, type: string, base = ''): Promise<string | null> {
  const found = await relations(archive, part, base)
  return found.find((relation) => relation.type.endsWith(type))?.target ?? null
}

async function sheetList(archive: Archive, part: string): Promise<{ sheets: SheetPart[]; is1904: boolean }> {
  const targets = new Map(
    (await relations(archive, relationsOf(part), posix.dirname(part))).map(({ id, target }) => [id, target]),
  )
  const sheets: SheetPart[] = []
  let is1904 = false
  await archive.read(part, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.get('date1904'))
      if (name !== 'sheet') return
      const target = targets.get(attributes.get('id') ?? '')
      if (!target) return
      const state = attributes.get('state') ?? 'visible'
      sheets.push({ name: attributes.get('name') ?? '', part: target, isVisible: state === 'visible' })
    },
  })
  return { sheets, is1904 }
}

/** A string consists of runs with one format each; phonetic hints of Japanese text (`rPh`) are not part of it. */
async function sharedTexts(archive: Archive, part: string): Promise<string[]> {
  if (archive.sizeOf(part) > MAX_TEXT_BYTES)
    throw new QueryError('The workbook holds more than 512 MB of text. Please save it as CSV.')
  const texts: string[] = []
  let text = ''
  let isReading = false
  let isAside = false
  await archive.read(part, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') isAside = true
      else if (name === 't') isReading = !isAside
    },
    text(piece) {
      if (isReading) text += piece
    },
    close(name) {
      if (name === 'si') texts.push(decodedText(text))
      else if (name === 'rPh') isAside = false
      else if (name === 't') isReading = false
    },
  })
  return texts
}

async function dateStyles(archive: Archive, part: string): Promise<(DateFormat | null)[]> {
  const codes = new Map<number, string>()
  const styles: (DateFormat | null)[] = []
  let isInCellFormats = false
  await archive.read(part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '')
      else if (name === 'cellXfs') isInCellFormats = true
      else if (name === 'xf' && isInCellFormats) {
        const id = Number(attributes.get('numFmtId') ?? 0)
        styles.push(dateFormat(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false
    },
  })
  return styles
}
