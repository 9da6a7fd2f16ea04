/** The name of the product. */
export const PRODUCT_NAME = 'Sightline'

/** The name by which readers know an installation: that of its organization, or that of the product before set-up. */
export const siteName = (organization: string): string => organization || PRODUCT_NAME
