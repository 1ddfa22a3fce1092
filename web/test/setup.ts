// Tests read all words; a page loads the late ones by itself. Tests of the engine run in node, without a page.
if ('document' in globalThis) await (await import('../src/words')).allWords()
export {}
