import { keptFigures } from '../../platform/kept-figures.ts'
import * as store from './store.ts'

/** How many things there are, and their bytes; may be some minutes old. */
export const sizes = keptFigures(({ db }) => store.sizes(db))
