import sys,json,re,os,collections
P=dict(A='asserts',D='denies',Q='quotes',K='asks',H='supposes',V='advises',R='right',P='reports')
S=dict(l='log',t='table',u='tutorial',i='interview',r='report',c='comment',p='pr',h='chat')
lang,rule=sys.argv[1:3]
out=[]
for n,l in enumerate(sys.stdin.read().splitlines(),1):
    if not l.strip(): continue
    m=re.match(r'([ADQKHVRP])\.([ltuircph]) (.*?) ~ (.*)$',l)
    if not m: print('BAD',n,l[:80]);continue
    p,s,c,t=m.groups(); t=t.replace('\\n','\n')
    k=len(re.findall(r'\[\[.+?\]\]',t,re.S))
    if t.count('[[')!=t.count(']]') or t.count('[[')!=k or (p=='A' and k!=1): print('MARK',n,t[:90])
    if len(c.split())>8: print('CLAIM',n,c)
    out.append([P[p],S[s],t,c])
os.makedirs(f'/tmp/bank/open/a9/{lang}',exist_ok=True)
with open(f'/tmp/bank/open/a9/{lang}/{rule}.jsonl','w') as f:
    for o in out: f.write(json.dumps(o,ensure_ascii=False)+'\n')
c=collections.Counter(o[0] for o in out); w=c['asserts']
print(lang,rule,'wrong',w,'right',len(out)-w,dict(c),dict(collections.Counter(o[1] for o in out)),'names',sum('__' in o[2] for o in out),[sum('__' in o[2] for o in out if (o[0]=='asserts')==b) for b in (True,False)], 'long',sum('\n' in o[2] for o in out))
