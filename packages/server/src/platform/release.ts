/** Whether this is an installed release: its modules are JavaScript, while the repository runs TypeScript as written. */
export const isRelease = import.meta.url.endsWith('.js')

/** How an operator calls the admin CLI of this installation. */
export const ADMIN_COMMAND = isRelease ? 'sightline admin' : 'npm run admin --'
