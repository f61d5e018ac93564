# Fonts of the second kind (CFF) are refused, so that nothing that reads them is linked.
1418s/if (!cff)//
1632,1633d
1634s/} else {/{/
1655,1656d
2304d
2306,2307d
