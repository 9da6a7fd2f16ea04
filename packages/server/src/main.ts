import './platform/module-resolution.ts'

// Loaded after the hook above, which would come too late for static imports.
await import('./startup.ts')
