import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'

const WEIGHTS = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf']
const fontFiles = WEIGHTS.map((name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`)))
/** Pixels of the picture for one of the drawing: sharp on the screens that people read mail on. */
const PIXEL_RATIO = 2

/**
 * Turns a drawing into a PNG. Letters come from the font of the product; those that it lacks, from fonts of this machine.
 * @param svg a document of SVG
 */
export function rasterized(svg: string): Uint8Array<ArrayBuffer> {
  const picture = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PIXEL_RATIO },
    font: { fontFiles, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter', loadSystemFonts: true },
  })
  return new Uint8Array(picture.render().asPng())
}
