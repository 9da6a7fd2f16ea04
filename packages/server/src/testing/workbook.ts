import { zip } from '../platform/results/zip.ts'

const PART = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A small Excel workbook: sheets by name, each with its rows from the first on. */
export async function workbook(sheets: Record<string, (string | number)[][]>): Promise<Buffer> {
  const names = Object.keys(sheets)
  const sheetList = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`)
  const relations = names.map(
    (_, at) => `<Relationship Id="s${at + 1}" Type="${RELATION}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const parts = [
    [
      '_rels/.rels',
      `<Relationships><Relationship Id="w" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `<workbook ${PART}><sheets>${sheetList.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`],
    ...Object.values(sheets).map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(rows)]),
  ] as [string, string][]
  const chunks: Uint8Array[] = []
  for await (const chunk of zip(parts.map(([name, content]) => ({ name, content: [content] })))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const sheetXml = (rows: readonly (string | number)[][]): string =>
  `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`

const cell = (value: string | number): string =>
  typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
