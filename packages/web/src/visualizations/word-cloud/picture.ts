import { placeWords } from '@sightline/domain/word-cloud.ts'
import { figureText } from '../cell-label.ts'
import { plainTable } from '../echarts/table-rows.ts'
import { paperOf } from '../echarts/theme.ts'
import { definePicture, noData, type Scheme, type Size } from '../picture.ts'
import { escaped, svgDocument } from '../svg-text.ts'
import { widthOf } from '../text-width.ts'
import type { Formats } from '../visualization.ts'
import { boundsOf, calmBox, legibleWords } from './layout.ts'
import { describe, needs, type Prepared, plainColor, prepare, problem, WordCloudOptions, wordColor } from './prepare.ts'

/** Words in sizes that grow with their frequency. */
export default definePicture<WordCloudOptions>({
  type: 'WORD_CLOUD',
  options: WordCloudOptions,
  needs,
  problem,
  draw(data, options, formats, name) {
    const cloud = data.kind === 'groups' ? prepare(data, options, formats) : noData()
    if (cloud.kind === 'nothing') return cloud
    const rows = cloud.words.map(({ text, count }) => [text, figureText(count, formats.numberMarks)])
    return {
      kind: 'drawing',
      svg: (size, scheme) => cloudSvg(cloud, options, formats, size, scheme),
      table: () => plainTable(['Word', options.frequenciesColumn ?? 'Times'], 1, rows),
      description: describe(name, cloud.words, formats.numberMarks),
      note: cloud.note,
    }
  },
})

type Cloud = Extract<Prepared, { kind: 'words' }>

function cloudSvg(
  { words }: Cloud,
  { isPlain }: WordCloudOptions,
  { chartColors }: Formats,
  size: Size,
  scheme: Scheme,
): string {
  const { width, height } = size
  const paper = paperOf(scheme)
  const placed = isPlain ? legibleWords(words, width, height) : placeWords(words, (text) => widthOf(text))
  const box = isPlain ? calmBox(placed, width, height) : boundsOf(placed)
  const scale = Math.min(width / Math.max(1, box.width), height / Math.max(1, box.height))
  const left = width / 2 - (box.left + box.width / 2) * scale
  const top = height / 2 - (box.top + box.height / 2) * scale
  const drawn = placed.map(({ text, x, y, fontSize, rotation, index }) => {
    const color = isPlain ? plainColor(fontSize / 100, scheme) : wordColor(index, scheme, chartColors)
    const place = `translate(${(left + x * scale).toFixed(1)} ${(top + y * scale).toFixed(1)}) rotate(${rotation})`
    const look = `font-size="${(fontSize * scale).toFixed(1)}" font-weight="600" fill="${color}"`
    return `<g transform="${place}"><text x="0" y="0" ${look} text-anchor="middle" dominant-baseline="central">${escaped(text)}</text></g>`
  })
  return svgDocument(size, paper, drawn.join('\n'))
}
