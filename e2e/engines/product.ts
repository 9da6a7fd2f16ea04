import { request } from '@playwright/test'
import { FIRST_START } from '../admin.ts'
import { callerOf, signedIn } from '../page.ts'
import { makePlugInFolder } from '../plug-in-folder.ts'
import { startProduct } from '../product.ts'
import { openWorkshop } from '../queries.ts'

/** Environment variable that passes the product's URL to the worker processes. */
const URL_OF_PRODUCT = 'E2E_ENGINES_URL'

/** URL of the product that all engines share. */
export function productUrl(): string {
  const url = process.env[URL_OF_PRODUCT]
  if (url === undefined) throw new Error('The product of this run was not started.')
  return url
}

/**
 * Starts the product with sample data and plug-ins for all engines.
 * @returns a function that stops it after the run
 */
export default async function startShared(): Promise<() => Promise<void>> {
  const plugIns = makePlugInFolder()
  const product = await startProduct({ ...FIRST_START, SIGHTLINE_PLUGINS: plugIns.path })
  process.env[URL_OF_PRODUCT] = product.url
  const admin = await signedIn(request, product)
  await openWorkshop(callerOf(admin))
  await admin.dispose()
  return async () => {
    await product.stop()
    plugIns.remove()
  }
}
