import json,glob,re,subprocess,collections
names=collections.Counter();seen={}
for f in sorted(glob.glob('/tmp/bank/open/a9/*/D*.jsonl')):
    rows=[json.loads(l) for l in open(f)]
    w=sum(r[0]=='asserts' for r in rows); assert (w,len(rows))==(24,48),(f,w,len(rows))
    for r in rows:
        assert len(r)==4
        if r[2] in seen: print('DUP',f,r[2][:60])
        seen[r[2]]=f
        if r[2].rstrip()!=r[2] or 'PLACEHOLDER' in r[2]: print('WS',f,r[2][-60:])
        for n in re.findall(r'\b[a-z0-9]+__[a-z0-9_.*]+',r[2]): names[n.rstrip('.')]+=1
for n in names:
    if '*' in n: print('pattern',n);continue
    o=subprocess.run(['/tmp/metric','explain',n],capture_output=True,text=True); h=(o.stdout+o.stderr)[:200]
    if o.returncode or 'unknown' in h.split('\n')[0]: print(o.returncode,n,h.replace('\n',' ')[:140])
print(len(seen),len(names))
